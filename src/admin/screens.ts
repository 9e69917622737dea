import type { ComponentType } from 'react'

/** What a folder in `resources/` writes by hand; everything left out is generated. Parts find their record and list in react-admin's contexts. */
export interface Screens {
  /** In place of the whole list page. */
  readonly List?: ComponentType
  readonly Create?: ComponentType
  readonly Edit?: ComponentType
  readonly Show?: ComponentType
  /** In place of the journey that an import's declaration gives. */
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

/** Loads the hand-written screens of the resources that have some, by name. */
export type ScreenLoaders = Readonly<Record<string, () => Promise<{ readonly default: Screens }>>>
