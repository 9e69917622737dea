import type { Resource } from './resource'
import type { Row } from './types'

/** How a record calls itself, such as `F01 管理費`; a part that the row lacks leaves no gap. */
export const displayOf = (resource: Pick<Resource, 'display'>, row: Row): string => displayer(resource)(row)

/** The same for many records: the text is taken apart once. */
export const displayer = ({ display }: Pick<Resource, 'display'>): ((row: Row) => string) => {
  // Texts and names take turns.
  const parts = display.split(placeholder)
  return (row) =>
    parts
      .map((part, index) => (index % 2 === 0 ? part : String(row[part] ?? '')))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
}

/** The fields that a display text names, in its order. */
export const displayFields = (display: string): string[] => [...display.matchAll(placeholder)].map(([, name]) => name ?? '')

const placeholder = /\{([^{}]*)\}/g
