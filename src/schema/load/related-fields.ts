import { isFieldType, rulesOf } from '../field-types'
import type { RawResource } from '../language/raw-resource'
import { isObject, type RawObject } from '../language/shapes/shape'
import type { Field } from '../language/types'
import { referencePath } from '../rules/related'
import { compileField } from './compile-field'

/** A field of a referenced record that a file names by its path, such as BillSerialId.BillTermId. */
export interface RelatedDeclaration {
  readonly path: string
  readonly reference: string
  readonly to: string
  readonly name: string
  /** The settings of the field that also apply where the field is only shown. */
  readonly raw: RawObject
}

/** Returns the fields of referenced records that a file names in its list or on its detail page. */
export const relatedDeclarations = (
  { list, head, form, detail }: RawObject,
  fields: unknown,
  rawOf: (resource: string) => RawObject,
): readonly RelatedDeclaration[] =>
  [...new Set(textsIn([list, head, form, detail]))]
    .filter((text) => /^\w+\.\w+$/.test(text))
    .flatMap((path): RelatedDeclaration[] => {
      const [reference, name] = referencePath(path)
      const { type, to } = objectAt(fields, reference)
      const raw = typeof to === 'string' ? objectAt(rawOf(to).fields, name) : {}
      if (type !== 'reference' || typeof to !== 'string' || !canBeShown(raw)) return []
      return [{ path, reference, to, name, raw: shownSettings(raw) }]
    })

/** Returns a file with the names of related fields instead of their paths, and these fields. */
export const withRelatedFields = (
  file: RawResource,
  source: RawResource,
  { rawOf, tenant }: { readonly rawOf: (resource: string) => RawResource; readonly tenant: string },
): { readonly file: RawResource; readonly related: readonly Field[] } => {
  const declarations = relatedDeclarations(file, source.fields, rawOf)
  const names = new Map(declarations.map(({ path, name }) => [path, name]))
  const related = declarations.map(({ reference, to, name, raw }): Field => {
    const compiled = compileField(reference, objectAt(source.fields, reference), { rawOf, file: source, tenant })
    const { by, same } = 'to' in compiled ? compiled : { by: '', same: [] }
    const field = compileField(name, raw, { rawOf, file: rawOf(to), tenant })
    return {
      ...field,
      required: false,
      readOnly: true,
      virtual: true,
      through: { reference, to, by, same, field: name },
    }
  })
  const { list, head, form, detail } = file
  return { file: { ...file, ...renamed({ list, head, form, detail }, names) }, related }
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

const objectAt = (value: unknown, key: string): RawObject => {
  const found = isObject(value) ? value[key] : undefined
  return isObject(found) ? found : {}
}

// Items of lists, files and counts need the whole record.
const canBeShown = ({ type }: RawObject): boolean =>
  isFieldType(type) && type !== 'rows' && type !== 'file' && type !== 'count' && rulesOf(type).canBeListed !== false

const shownSettings = ({ type, as, ...raw }: RawObject): RawObject => ({
  ...Object.fromEntries(Object.entries(raw).filter(([key]) => !settingsOfStoredFields.includes(key))),
  type: type === 'computed' ? as : type,
})

const settingsOfStoredFields = [
  ...['required', 'requiredWhen', 'readOnlyWhen', 'shownWhen', 'optionsWhen', 'default', 'writeOnce', 'detailOnly'],
  ...['unique', 'uniqueWhere', 'index', 'was', 'identifiedBy', 'lengthOf', 'within', 'value'],
]

const renamed = <T>(value: T, names: ReadonlyMap<unknown, string>): T => {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, names)) as T
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, renamed(entry, names)])) as T
  return (names.get(value) ?? value) as T
}
