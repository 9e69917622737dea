// The distance between the code of a full-width character and that of its ASCII counterpart.
const offset = '！'.charCodeAt(0) - '!'.charCodeAt(0)

/**
 * Replaces full-width letters, digits, signs and spaces, which Chinese input methods produce, with ASCII characters.
 */
export const foldFullWidth = (value: string): string =>
  value.replace(/[！-～\u3000]/g, (character) =>
    character === '\u3000' ? ' ' : String.fromCharCode(character.charCodeAt(0) - offset),
  )
