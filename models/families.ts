/** The name under which a registry lists a model, `openai:<model>` for `openai:gpt-4o`, and the model's own name. */
export function familyOf(name: string): { readonly family: string; readonly model: string } {
  const [, provider, model] = /^([^:]+):(.+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined) return { family: name, model: name };
  return { family: `${provider}:<model>`, model };
}
