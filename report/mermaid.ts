import type { Plan } from '../engine/pipeline/plan.ts';

/** The steps of a plan as a Mermaid flow chart. Step and stage names are plain words, so nothing needs escaping. */
export function mermaidGraph({ steps }: Plan): string {
  const nodes = steps.map(({ name, stage }) => `  ${node(name)}["${name}<br/>${stage.name}"]`);
  const edges = steps.flatMap(({ name, inputs }) =>
    [...new Set(Object.values(inputs))].map((input) => `  ${node(input)} --> ${node(name)}`),
  );
  return ['flowchart LR', ...nodes, ...edges].join('\n');
}

/** Some names, such as `end`, are words of Mermaid's own. */
function node(name: string): string {
  return `step_${name}`;
}
