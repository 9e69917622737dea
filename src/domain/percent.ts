import { foldFullWidth } from './full-width'

/** Reads a percentage as people write it: 1.5, 1.5%, １.５％; null when it is none. */
export const parsePercent = (value: number | string): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = foldFullWidth(value).trim()
  return /^-?\d{1,9}(\.\d{1,6})?\s*%?$/.test(text) ? Number(text.replace(/\s*%$/, '')) : null
}

/** 1.5% */
export const formatPercent = (value: number): string => `${value}%`
