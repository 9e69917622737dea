/** A text that a simple pattern accepts: tries a few likely ones, then spells the pattern's first class. */
export const sampleOf = (pattern: string | undefined, min: number, max: number, seed: number): string => {
  const candidates = [
    `甲${seed}`,
    `A${seed}`,
    String(seed),
    `A${String(seed).padStart(max - 1, '0')}`,
    String(seed).padStart(max, '0'),
    `https://example.com/${seed}`,
  ].map((text) => padded(text, min, max))
  return candidates.find((text) => !pattern || new RegExp(pattern, 'u').test(text)) ?? padded(String(seed), min, max)
}

const padded = (text: string, min: number, max: number): string => (text.length >= min ? text : text.padEnd(min, '0')).slice(0, Math.max(max, 0))
