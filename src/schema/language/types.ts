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

/** A list of items, each of which has fields. In a schema file, the type is `rows`. */
export interface ListField extends FieldBase {
  readonly type: 'rows'
  /** Minimum and maximum number of items. */
  readonly min: number
  readonly max: number
  /** The fields of an item. */
  readonly fields: readonly Field[]
  /** The fields of the record to which conditions of the items refer. */
  readonly dependsOn: readonly string[]
}

/** A compiled field. */
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

/** Name of a field type. */
export type FieldType = Field['type']

/**
 * A field in a role's view of its resource.
 * `writable` is false if the role can only read the field.
 * `masked` means that lists contain masked values and cannot be sorted by the field.
 */
export type RoleField = Field & { readonly writable?: false; readonly masked?: true }

/** Returns the field with this name; undefined if there is none. */
export const fieldNamed = <Named extends { readonly name: string }>(
  fields: readonly Named[],
  name: unknown,
): Named | undefined => fields.find((field) => field.name === name)

/** Checks whether users enter the field. */
export const isEntered = (field: Field): boolean => !field.readOnly && !field.virtual

/**
 * Checks whether forms show the field.
 * Forms show fields that users enter, computed fields, and fields that are read-only for the role.
 */
export const isInForm = (field: RoleField): boolean =>
  isEntered(field) || field.type === 'computed' || field.writable === false
