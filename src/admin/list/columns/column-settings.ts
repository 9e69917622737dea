import type { ColumnSetting } from '../../../contract/call-responses'

/** How a user has set the columns of a list, in display order; columns that are absent are as in the schema file. */
export type ColumnSettings = readonly ColumnSetting[]

/** Returns the setting of a column; undefined if the user has set nothing. */
export const settingOf = (settings: ColumnSettings, name: string): ColumnSetting | undefined =>
  settings.find(({ Name }) => Name === name)

/** Returns names in the order of the settings; those without a setting keep their order and come last. */
export const inSetOrder = (names: readonly string[], settings: ColumnSettings): readonly string[] => {
  const set = settings.map(({ Name }) => Name).filter((name) => names.includes(name))
  return [...set, ...names.filter((name) => !set.includes(name))]
}

/**
 * Returns the settings after these columns got other values.
 * `names` are all columns in their present order; each gets a setting, so that the order stays.
 */
export const withValues = (
  settings: ColumnSettings,
  names: readonly string[],
  values: Readonly<Record<string, Partial<Omit<ColumnSetting, 'Name'>>>>,
): ColumnSettings => names.map((Name) => ({ Name, ...settingOf(settings, Name), ...values[Name] }))

/**
 * Returns the settings after a column was moved to the place of another one.
 * `names` are all columns in their present order.
 */
export const withMoved = (
  settings: ColumnSettings,
  names: readonly string[],
  { name, to }: { readonly name: string; readonly to: string },
): ColumnSettings => {
  const others = names.filter((other) => other !== name)
  const isMovedRight = names.indexOf(name) < names.indexOf(to)
  const place = others.indexOf(to) + (isMovedRight ? 1 : 0)
  return withValues(settings, others.toSpliced(place, 0, name), {})
}
