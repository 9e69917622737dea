/** The same day so many years later; 29 February becomes the 28th where the year has none. */
export const addYears = (date: string, years: number): string => {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number)
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return `${String(year + years).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
}
