import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** A weight of the typeface: the font that sets texts, and the font of the characters that it lacks. */
export interface FontWeight {
  readonly main: FontFile
  readonly rare: FontFile
  /** How characters that occurred before are set: every text is measured many times. */
  readonly known: Map<string, FontRun>
}

/** A font file to embed, and the parsed font, which lists its characters. */
interface FontFile {
  readonly file: Buffer
  readonly font: Font
}

/** Every weight of the documents. */
export type Typeface = Readonly<Record<'regular' | 'bold', FontWeight>>

/** Returns the typeface; its files are read once. */
export const loadTypeface = (): Promise<Typeface> => {
  typeface ??= readTypeface().catch((error: unknown) => {
    typeface = undefined
    throw error
  })
  return typeface
}

let typeface: Promise<Typeface> | undefined

const readTypeface = async (): Promise<Typeface> => {
  const [regular, bold] = await Promise.all([readWeight('400Regular'), readWeight('700Bold')])
  return { regular, bold }
}

const readWeight = async (weight: '400Regular' | '700Bold'): Promise<FontWeight> => {
  const [main, rare] = await Promise.all([
    readFont(`@expo-google-fonts/noto-sans-tc/${weight}/NotoSansTC_${weight}.ttf`),
    readFont(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`),
  ])
  return { main, rare, known: new Map() }
}

// Resolved from its package, which works from source and from the bundle. `npm run package` finds the packages by their names in the bundle.
const readFont = async (path: string): Promise<FontFile> => {
  const file = await readFile(createRequire(import.meta.url).resolve(path))
  const font = create(file)
  if (font.type !== 'TTF') throw new Error(`${path} is not a single font`)
  return { file, font }
}

/** The geta mark, which is printed for a character that no font has. */
export const geta = '〓'

/** A section of a text that is set in one font. */
export interface FontRun {
  readonly isRare: boolean
  readonly text: string
}

/** Splits a text by the fonts that have its characters. */
export const runsOf = (text: string, weight: FontWeight): readonly FontRun[] => {
  const runs: { isRare: boolean; text: string }[] = []
  for (const character of text) {
    const glyph = glyphOf(character, weight)
    const last = runs.at(-1)
    if (last?.isRare === glyph.isRare) last.text += glyph.text
    else runs.push({ ...glyph })
  }
  return runs
}

/** Returns the characters of a text that are printed as a geta mark. */
export const charactersWithoutGlyph = (text: string, weight: FontWeight): readonly string[] =>
  [...new Set(text)].filter((character) => character !== geta && glyphOf(character, weight).text === geta)

const glyphOf = (character: string, weight: FontWeight): FontRun => {
  const run = weight.known.get(character) ?? findGlyph(character, weight)
  weight.known.set(character, run)
  return run
}

const findGlyph = (character: string, { main, rare }: FontWeight): FontRun => {
  // A compatibility ideograph looks like the character to which it is normalised.
  const forms = [character, character.normalize()]
  const common = forms.find((form) => isInvisible(form) || hasGlyph(main, form))
  if (common !== undefined) return { isRare: false, text: common }
  const found = forms.find((form) => hasGlyph(rare, form))
  return found === undefined ? { isRare: false, text: geta } : { isRare: true, text: found }
}

const hasGlyph = ({ font }: FontFile, character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

// Joiners and variant selectors print nothing, and neither do line breaks; half a surrogate pair is left where pdfkit shortens a text.
const isInvisible = (character: string): boolean => /[\p{Default_Ignorable_Code_Point}\n\p{Cs}]/u.test(character)
