import type { Resource, Row } from './types'

/** How a record calls itself, such as `F01 管理費`; a part that the row lacks leaves no gap. */
export const displayOf = (resource: Pick<Resource, 'display'>, row: Row): string =>
  resource.display
    .replace(placeholder, (_, name: string) => String(row[name] ?? ''))
    .replace(/\s+/g, ' ')
    .trim()

/** The fields that a display text names, in its order. */
export const displayFields = (display: string): string[] => [...display.matchAll(placeholder)].map(([, name]) => name ?? '')

const placeholder = /\{([^{}]*)\}/g
