const flatObject = /\{[^{}]*\}/g;

/** The JSON objects without inner ones that stand in a text, in order; what only looks like one is passed over. */
export function flatObjects(text: string): readonly object[] {
  return [...text.matchAll(flatObject)].flatMap(([found]) => {
    try {
      const parsed: object = JSON.parse(found);
      return [parsed];
    } catch {
      return [];
    }
  });
}
