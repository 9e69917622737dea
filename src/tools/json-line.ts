/** Returns a value as JSON on one line, with a space inside braces and after commas. */
export const jsonLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${jsonLine(inner)}`)
  return `{ ${entries.join(', ')} }`
}
