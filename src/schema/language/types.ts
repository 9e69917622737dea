import type { FileOrDataField } from '../field-types/files'
import type { FormatField } from '../field-types/formats'
import type { NumberField } from '../field-types/numbers'
import type { OptionField } from '../field-types/options'
import type { ReferenceField } from '../field-types/references'
import type { PlainTextField } from '../field-types/texts'
import type { TimeField } from '../field-types/times'
import type { ComputedField, CountField, FieldBase } from './language'

export type * from '../field-types/files'
export type * from '../field-types/formats'
export type * from '../field-types/numbers'
export type * from '../field-types/options'
export type * from '../field-types/references'
export type * from '../field-types/texts'
export type * from '../field-types/times'
export * from './language'

export interface ListField extends FieldBase {
  readonly type: 'rows'
  readonly min: number
  readonly max: number
  readonly fields: readonly Field[]
  /** The fields of the record that conditions of its items refer to. */
  readonly dependsOn: readonly string[]
}

export type Field =
  | PlainTextField
  | NumberField
  | TimeField
  | OptionField
  | ReferenceField
  | ListField
  | FormatField
  | FileOrDataField
  | ComputedField
  | CountField

export type FieldType = Field['type']

/** A field in a role's view of its resource. `writable` is false if the role can only read it; lists cannot be sorted by a field that is `masked` in them. */
export type RoleField = Field & { readonly writable?: false; readonly masked?: true }

/** Returns the field with the given name; undefined if there is none. */
export const fieldNamed = <Named extends { readonly name: string }>(fields: readonly Named[], name: unknown): Named | undefined =>
  fields.find((field) => field.name === name)

/** Checks whether users enter the field. */
export const isEntered = (field: Field): boolean => !field.readOnly && !field.virtual

/** Checks whether forms show the field: fields that users enter, computed fields, and fields that are read-only for the role. */
export const isInForm = (field: RoleField): boolean => isEntered(field) || field.type === 'computed' || field.writable === false
