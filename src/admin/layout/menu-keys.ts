/**
 * Makes one entry of the menu the stop of the Tab key: the focused one, otherwise the one that was the stop, the
 * active one, or the first.
 */
export const keepOneTabStop = (menu: HTMLElement | null, focused?: EventTarget): void => {
  const entries = entriesOf(menu)
  const stop =
    entries.find((entry) => entry === focused) ??
    entries.find((entry) => entry === document.activeElement) ??
    entries.find((entry) => entry.classList.contains('active')) ??
    entries[0]
  for (const entry of entries) entry.tabIndex = entry === stop ? 0 : -1
}

/** Moves the focus in the menu by the arrow keys, Home and End. */
export const handleMenuKey = (event: KeyboardEvent, menu: HTMLElement): void => {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
  const next = nextEntry(key, target, entriesOf(menu))
  if (next === undefined) return
  event.preventDefault()
  next?.focus()
}

/** Returns the entry to which a key moves; null if it moves to none, undefined if it is no key of the menu. */
const nextEntry = (key: string, target: HTMLElement, entries: readonly HTMLElement[]) => {
  const rows = entries.filter((entry) => !isPin(entry))
  const row = isPin(target) ? linkOf(target) : target
  const place = row === null ? -1 : rows.indexOf(row)
  switch (key) {
    case 'ArrowDown':
      return rows[place + 1] ?? null
    case 'ArrowUp':
      return rows[place - 1] ?? null
    case 'Home':
      return rows[0] ?? null
    case 'End':
      return rows.at(-1) ?? null
    case 'ArrowRight':
    case 'ArrowLeft':
      return sideEntry(key, target)
    default:
      return undefined
  }
}

/** Folds or unfolds the group whose heading has the focus; otherwise moves between a link and its pin. */
const sideEntry = (key: 'ArrowRight' | 'ArrowLeft', target: HTMLElement): HTMLElement | null => {
  if (target.ariaExpanded !== null) {
    if (target.ariaExpanded === String(key === 'ArrowLeft')) target.click()
    return null
  }
  if (key === 'ArrowLeft') return isPin(target) ? linkOf(target) : null
  const pin = target.parentElement?.querySelector<HTMLElement>(':scope > .menu-pin')
  return pin && isRendered(pin) ? pin : null
}

const isPin = (entry: HTMLElement): boolean => entry.classList.contains('menu-pin')

const linkOf = (pin: HTMLElement): HTMLElement | null => pin.parentElement?.querySelector('a') ?? null

/** The narrow menu does not show the pins. */
const isRendered = (entry: HTMLElement): boolean => entry.getClientRects().length > 0

const entriesOf = (menu: HTMLElement | null): readonly HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('a, button') ?? []),
]
