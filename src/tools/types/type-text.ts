import type { JsonSchema } from '../../contract/openapi/json'

/** TypeScript for a JSON Schema as the shapes of records use it. */
export const typeText = (json: JsonSchema, inner: string): string => {
  const types = [json.type].flat().map(String)
  return [valueText(json, types[0] ?? '', inner), ...(types.includes('null') ? ['null'] : [])].join(' | ')
}

/** Properties as the lines of an interface, as Biome formats them. */
export const propertyLines = (json: JsonSchema, nameOf: (property: string) => string): readonly string[] => {
  const required: readonly unknown[] = Array.isArray(json.required) ? json.required : []
  const byPath = json.patternProperties ? ['  readonly [path: string]: string | undefined'] : []
  const named = Object.entries(propertiesOf(json)).flatMap(([name, property]) => [
    ...(typeof property.description === 'string' ? [`  /** ${property.description.replaceAll('*/', '* /')} */`] : []),
    propertyLine(`  readonly ${name}${required.includes(name) ? '' : '?'}:`, typeText(property, nameOf(name))),
  ])
  return [...named, ...byPath]
}

/** The properties of an object's schema. */
export const propertiesOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> => (properties ?? {}) as Readonly<Record<string, JsonSchema>>

/** Whether an object has nothing. */
export const isBare = (json: JsonSchema): boolean => Object.keys(propertiesOf(json)).length === 0 && json.patternProperties === undefined

const lineWidth = 160

const propertyLine = (start: string, type: string): string =>
  `${start} ${type}`.length <= lineWidth ? `${start} ${type}` : [start, ...type.split(' | ').map((part) => `    | ${part}`)].join('\n')

const valueText = (json: JsonSchema, type: string, inner: string): string => {
  if (typeof json['x-enum'] === 'string') return `EnumCode<'${json['x-enum']}'>`
  if (Array.isArray(json.enum)) return codesText(json.enum)
  switch (type) {
    case 'array':
      return arrayText(json.items as JsonSchema, inner)
    case 'integer':
      return 'number'
    case 'object':
      return isBare(json) ? 'Readonly<Record<string, never>>' : inner
    default:
      return type
  }
}

const codesText = (codes: readonly unknown[]): string =>
  codes
    .filter((code) => code !== null)
    .map((code) => `'${code}'`)
    .join(' | ')

const arrayText = (items: JsonSchema, inner: string): string => {
  const item = typeText(items, inner)
  return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`
}
