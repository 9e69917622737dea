import { spell } from './spell-pattern'

/** A text of that length that the pattern accepts, a plain one where it does; other seeds make other texts. Where the pattern is too intricate to be spelled, the last try may be refused. */
export const sampleOf = (pattern: string | undefined, min: number, max: number, seed: number): string => {
  const candidates = [
    `甲${seed}`,
    `A${seed}`,
    String(seed),
    `A${String(seed).padStart(max - 1, '0')}`,
    String(seed).padStart(max, '0'),
    `https://example.com/${seed}`,
  ].map((text) => padded(text, min, max))
  if (!pattern) return candidates[0] ?? ''
  const accepts = new RegExp(pattern, 'u')
  const fits = (text: string): boolean => accepts.test(text) && [...text].length >= min && [...text].length <= max && text.trim() === text && text !== ''
  return candidates.find(fits) ?? spell(pattern, seed, max).find(fits) ?? padded(String(seed), min, max)
}

const padded = (text: string, min: number, max: number): string => (text.length >= min ? text : text.padEnd(min, '0')).slice(0, Math.max(max, 0))
