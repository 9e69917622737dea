import type { ComponentType, ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { QueryParams } from '../contract/list-query'
import type { Field } from '../schema/language/types'
import type { FieldDisplayProps } from './fields/field-view'
import type { BoundInputProps } from './fields/value-scope'

/**
 * The hand-written screens of a resource, from its folder in `resources/`; all other screens are generated.
 * The generated pages read them with `useScreens`.
 * A screen reads its record or list from react-admin's contexts.
 * Content of a form reads and sets the form's values through react-hook-form's context.
 */
export interface Screens {
  /** Replaces the list page. */
  readonly List?: ComponentType
  /** Content below the inputs of the query form of a report; it may set their values. */
  readonly QueryExtra?: ComponentType
  /** Replaces the page that creates a record. */
  readonly Create?: ComponentType
  /** Content above the inputs of the generated form of a new record. */
  readonly AboveCreateInputs?: ComponentType
  /** Content below sections of the generated form of a new record, by the titles of the sections. */
  readonly BelowCreateSections?: Readonly<Record<string, ComponentType>>
  /** Content above the inputs of the generated form of an existing record. */
  readonly AboveEditInputs?: ComponentType
  /** Buttons beside the save button of the generated forms. */
  readonly FormActions?: ComponentType
  /** Replaces the edit page. */
  readonly Edit?: ComponentType
  /** Replaces the detail page. */
  readonly Show?: ComponentType
  /** Replaces the generated import page. */
  readonly Import?: ComponentType
  /** Additional buttons of the generated list page. */
  readonly ListActions?: ComponentType
  /** Buttons in each row, before its menu: a `RowCommand` with a short text. */
  readonly RowActions?: ComponentType
  /** An additional button of the generated detail page; one action fewer of the schema has a button. */
  readonly ShowActions?: ComponentType
  /** A hook that returns additional entries of the menu 更多 of the generated detail page. */
  readonly useShowMenuItems?: () => readonly ShowMenuItem[]
  /** Content above the sections of the generated detail page. */
  readonly ShowSummary?: ComponentType
  /** The fields that ShowSummary shows; the sections of the generated detail page omit them. */
  readonly summaryFields?: readonly string[]
  /** Content at the side of the generated detail page, below the references. */
  readonly ShowRail?: ComponentType
  /** Content of the generated detail page, between the lists of the record and its other fields. */
  readonly ShowExtra?: ComponentType
  /** Dialogs that replace the generated dialogs of actions, by the names of the actions. */
  readonly ActionDialogs?: Readonly<Record<string, ComponentType<ActionDialogProps>>>
  /** Replace the generated values of fields in lists, cards, forms and detail pages, by the names of the fields. */
  readonly Cells?: Readonly<Record<string, ComponentType<CellProps>>>
  /** Replace the generated inputs of forms, by the names of their fields. */
  readonly Inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** The page of a resource of kind `custom`. */
  readonly Page?: ComponentType
}

/** An entry of the menu 更多 on a detail page. */
export interface ShowMenuItem {
  readonly label: string
  readonly Icon: ComponentType
  readonly onClick: () => void
}

/**
 * Props of a hand-written cell.
 * The record has only what the user may see: hidden fields are missing, and masked ones contain their masked text.
 */
export interface CellProps extends FieldDisplayProps<Field> {
  readonly value: unknown
  /** The generated value, which the cell may contain. */
  readonly children: ReactNode
}

/** Props of a hand-written input, which binds itself to the form with `useBoundInput(props)`. */
export interface InputProps extends BoundInputProps {
  readonly field: Field
  /** The generated input, which the hand-written one may contain instead of an input of its own. */
  readonly children: ReactNode
}

/** All records that the query of a list finds. */
export interface QuerySelection {
  /** The query parameters of the list without page and page size, as `Query` in the body of the call. */
  readonly query: QueryParams
  readonly count: number
  /** The version of the records that the preview has shown. */
  readonly version?: string | undefined
}

/** What a call for records leaves out of the records that a query finds. */
export interface PartOfQuery {
  /** How many records the query finds. */
  readonly found: number
  /** Whether the action applies to more of them than a call takes. */
  readonly hasMore: boolean
}

/** Props of the hand-written dialog of an action. */
export interface ActionDialogProps {
  /** The selected records; with `selection`, those of them that the page shows. */
  readonly records: readonly RaRecord[]
  /** Set if the action applies to all records that a query finds (`overQuery`). */
  readonly selection?: QuerySelection | undefined
  /** Set if the user chose all records that a query finds, and `records` are only some of them. */
  readonly part?: PartOfQuery | undefined
  /** Called after the action has run, with the records for which it failed. */
  readonly onDone: (failed: readonly { readonly id: string; readonly message: string }[]) => void
  /** Called when the dialog closes, whether or not the action was run. */
  readonly onClose: () => void
  /** The generated dialog, to which a note is added, or for a backend without the calls of the hand-written one. */
  readonly generatedDialog: ReactNode
}

/** Declares the hand-written screens of a resource. */
export const defineScreens = (screens: Screens): Screens => screens

/** The functions that load hand-written screens, by the name of the resource. */
export type ScreenLoaders = Readonly<Record<string, () => Promise<{ readonly default: Screens }>>>
