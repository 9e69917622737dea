/** Counts what people call characters of Chinese text: code points, not UTF-16 halves. */
export const lengthOf = (text: string): number => [...text].length

/** Whether a text has characters that neither a screen nor a printed slip can show, or that hide others. */
export const hasBadCharacter = (text: string, lineBreaks = false): boolean => badCharacters.test(lineBreaks ? text.replaceAll('\n', '') : text)

// Cc: control characters, NUL among them; Cs: lone surrogates, which PostgreSQL refuses; the rest turn text around or are invisible.
const badCharacters = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u
