const offset = '！'.charCodeAt(0) - '!'.charCodeAt(0)

/** Turns full-width letters, digits, signs and spaces, as Chinese input methods type them, into plain ones. */
export const foldFullWidth = (value: string): string =>
  value.replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - offset)).replaceAll('\u3000', ' ')
