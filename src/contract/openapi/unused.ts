import type { OpenApi } from './index'

/** The document without components that nothing refers to, such as the create body of a page that only lists. */
export const withoutUnused = (document: OpenApi): OpenApi => {
  const { components } = document
  const references = new Set([...JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)].map(([, place]) => place))
  const used = (kind: 'schemas' | 'responses' | 'parameters') =>
    Object.fromEntries(Object.entries(components[kind]).filter(([name]) => references.has(`${kind}/${name}`)))
  const kept = { ...document, components: { ...components, schemas: used('schemas'), responses: used('responses'), parameters: used('parameters') } }
  // What only an unused component referred to is unused now.
  return count(kept) === count(document) ? kept : withoutUnused(kept)
}

const count = ({ components }: OpenApi): number => Object.values(components).reduce((sum, named) => sum + Object.keys(named).length, 0)
