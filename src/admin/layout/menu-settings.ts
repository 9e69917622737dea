import { parseAs } from '../../browser/storage/cache'
import { useStore } from '../../browser/storage/store'
import { deviceStore } from '../../browser/storage/stored-text'
import { isText } from '../../schema/language/shapes/shape'

// The menu of a device: the names of pages and groups, and no data of a session.
const foldedGroups = deviceStore('MENU_FOLDED')
const pinnedPages = deviceStore('MENU_PINS')
const menuForm = deviceStore('MENU_FORM')

/** Returns whether the menu beside the page shows only icons, and the function that switches its form. */
export const useNarrowMenu = () => {
  const isNarrow = useStore(menuForm) === 'narrow'
  return { isNarrow, toggle: () => menuForm.set(isNarrow ? null : 'narrow') }
}

/** Returns the ids of the folded groups, and the function that folds or unfolds one. */
export const useFoldedGroups = () => {
  useStore(foldedGroups)
  return { folded: storedTexts(foldedGroups), toggle: (group: string) => toggleIn(foldedGroups, group) }
}

/** Unfolds a group, for the page in it that opens. */
export const unfoldGroup = (group: string): void => {
  if (storedTexts(foldedGroups).includes(group)) toggleIn(foldedGroups, group)
}

/** Returns the names of the pinned pages in the order in which they were pinned, and the function that pins one. */
export const usePins = () => {
  useStore(pinnedPages)
  return { pins: storedTexts(pinnedPages), toggle: (page: string) => toggleIn(pinnedPages, page) }
}

const storedTexts = (store: typeof pinnedPages): readonly string[] =>
  parseAs(store.get(), (data): data is string[] => Array.isArray(data) && data.every(isText)) ?? []

const toggleIn = (store: typeof pinnedPages, text: string): void => {
  const texts = storedTexts(store)
  const others = texts.filter((other) => other !== text)
  const changed = others.length < texts.length ? others : [...texts, text]
  store.set(changed.length === 0 ? null : JSON.stringify(changed))
}
