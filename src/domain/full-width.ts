const offset = '！'.charCodeAt(0) - '!'.charCodeAt(0)

/** Replaces full-width letters, digits, signs and spaces, as Chinese input methods produce them, by ASCII characters. */
export const foldFullWidth = (value: string): string =>
  value.replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - offset)).replaceAll('\u3000', ' ')
