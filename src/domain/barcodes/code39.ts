/**
 * Returns a text as the modules of a Code 39 barcode: 1 for a bar and 0 for a space.
 * The asterisk is the start and stop character, and a narrow space separates two characters.
 */
export const code39Modules = (text: string): string => Array.from(`*${text}*`, modulesOf).join('0')

const modulesOf = (character: string): string => {
  const modules = modulesByCharacter.get(character)
  if (!modules) throw new RangeError(`Code 39 has no character "${character}"`)
  return modules
}

// Each character has nine elements, alternately bars and spaces: 1 is a wide element, 0 a narrow one.
const patterns: Readonly<Record<string, string>> = {
  0: '000110100',
  1: '100100001',
  2: '001100001',
  3: '101100000',
  4: '000110001',
  5: '100110000',
  6: '001110000',
  7: '000100101',
  8: '100100100',
  9: '001100100',
  A: '100001001',
  B: '001001001',
  C: '101001000',
  D: '000011001',
  E: '100011000',
  F: '001011000',
  G: '000001101',
  H: '100001100',
  I: '001001100',
  J: '000011100',
  K: '100000011',
  L: '001000011',
  M: '101000010',
  N: '000010011',
  O: '100010010',
  P: '001010010',
  Q: '000000111',
  R: '100000110',
  S: '001000110',
  T: '000010110',
  U: '110000001',
  V: '011000001',
  W: '111000000',
  X: '010010001',
  Y: '110010000',
  Z: '011010000',
  '-': '010000101',
  '.': '110000100',
  ' ': '011000100',
  $: '010101000',
  '/': '010100010',
  '+': '010001010',
  '%': '000101010',
  '*': '010010100',
}

/** The modules of each character: one for a narrow element, three for a wide element. */
const modulesByCharacter = new Map(
  Object.entries(patterns).map(([character, pattern]) => [
    character,
    Array.from(pattern, (width, index) => (index % 2 === 0 ? '1' : '0').repeat(width === '1' ? 3 : 1)).join(''),
  ]),
)
