import type { ComponentType } from 'react'

/** The hand-written screens of a folder in `resources/`; all others are generated. A screen gets its record or list from react-admin's contexts. */
export interface Screens {
  /** Replaces the list page. */
  readonly List?: ComponentType
  readonly Create?: ComponentType
  readonly Edit?: ComponentType
  readonly Show?: ComponentType
  /** Replaces the generated import. */
  readonly Import?: ComponentType
  /** Buttons before those of the generated list. */
  readonly ListActions?: ComponentType
  /** Buttons in each row, before 檢視 and 修改. */
  readonly RowActions?: ComponentType
  /** Buttons of the generated detail page. */
  readonly ShowActions?: ComponentType
  /** Below the sections of the generated detail page. */
  readonly ShowExtra?: ComponentType
  /** The page of a resource of kind `custom`. */
  readonly Page?: ComponentType
}

/** Declares the hand-written screens of a resource. */
export const defineScreens = (screens: Screens): Screens => screens

/** Loaders of the hand-written screens by name of the resource. */
export type ScreenLoaders = Readonly<Record<string, () => Promise<{ readonly default: Screens }>>>
