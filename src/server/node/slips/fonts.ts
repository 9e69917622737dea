import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { Refusal } from '../../../domain/refusal'

/** One weight of the slip's typeface: the file to embed, and the parsed font to ask what it contains. */
export interface SlipFont {
  readonly file: Buffer
  readonly font: Font
}

export interface SlipFonts {
  readonly regular: SlipFont
  readonly bold: SlipFont
}

/** Reads Noto Sans TC from its package, wherever the server runs from: sources and bundle resolve it alike. */
export const loadFonts = async (): Promise<SlipFonts> => {
  const [regular, bold] = await Promise.all([loadFont('400Regular'), loadFont('700Bold')])
  return { regular, bold }
}

/** Refuses a document with a character that would come out as an empty box; `name` says which document. */
export const refuseMissing = (document: object, name: string, { regular, bold }: SlipFonts): void => {
  const missing = new Set(Array.from(texts(document).join('')).filter((character) => !isPrintable(character, regular) || !isPrintable(character, bold)))
  if (missing.size === 0) return
  const characters = [...missing].map((character) => `「${character}」`).join('')
  throw new Refusal('2002', `${name}含有無法印出的字${characters}，請改用其他字後再列印。`)
}

const packageName = '@expo-google-fonts/noto-sans-tc'

const loadFont = async (weight: '400Regular' | '700Bold'): Promise<SlipFont> => {
  const file = await readFile(createRequire(import.meta.url).resolve(`${packageName}/${weight}/NotoSansTC_${weight}.ttf`))
  const font = create(file)
  if (font.type !== 'TTF') throw new Error(`${packageName}: ${weight} is not a single font`)
  return { file, font }
}

// Joiners and variant selectors show nothing by themselves; the font need not have them.
const isPrintable = (character: string, { font }: SlipFont): boolean =>
  /\p{Default_Ignorable_Code_Point}/u.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}
