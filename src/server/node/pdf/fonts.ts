import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** A weight of the typeface: the main font, and the fallback font for characters that the main font does not have. */
export interface FontWeight {
  readonly main: FontFile
  readonly fallback: FontFile
  /** Caches the font and the printed form of each character, because every text is measured many times. */
  readonly runByCharacter: Map<string, FontRun>
}

/** A font file to embed, and the parsed font, which lists its characters. */
interface FontFile {
  readonly file: Buffer
  readonly font: Font
}

/** The weights in which documents are printed. */
export type Typeface = Readonly<Record<'regular' | 'bold', FontWeight>>

/** Returns the typeface; reads its files once, or again after a failure. */
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
  const [main, fallback] = await Promise.all([
    readFont(`@expo-google-fonts/noto-sans-tc/${weight}/NotoSansTC_${weight}.ttf`),
    readFont(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`),
  ])
  return { main, fallback, runByCharacter: new Map() }
}

// The font is resolved from its package, because this works both from source and from the bundle.
// `npm run package` finds the packages by their names in the bundle.
const readFont = async (path: string): Promise<FontFile> => {
  const file = await readFile(createRequire(import.meta.url).resolve(path))
  const font = create(file)
  if (font.type !== 'TTF') throw new Error(`${path} is not a single font`)
  return { file, font }
}

/** The mark that replaces a character that no font has. */
export const missingGlyphMark = '〓'

/** A section of a text that is set in one font. */
export interface FontRun {
  readonly isFallback: boolean
  readonly text: string
}

/** Splits a text into runs of the same font. A character that no font has is replaced with {@link missingGlyphMark}. */
export const runsOf = (text: string, weight: FontWeight): readonly FontRun[] => {
  const runs: { isFallback: boolean; text: string }[] = []
  for (const character of text) {
    const run = runOf(character, weight)
    const last = runs.at(-1)
    if (last?.isFallback === run.isFallback) last.text += run.text
    else runs.push({ ...run })
  }
  return runs
}

/** Returns the characters of a text that no font has, and that are printed as {@link missingGlyphMark}. */
export const charactersWithoutGlyph = (text: string, weight: FontWeight): readonly string[] =>
  [...new Set(text)].filter(
    (character) => character !== missingGlyphMark && runOf(character, weight).text === missingGlyphMark,
  )

const runOf = (character: string, weight: FontWeight): FontRun => {
  const run = weight.runByCharacter.get(character) ?? findRun(character, weight)
  weight.runByCharacter.set(character, run)
  return run
}

const findRun = (character: string, { main, fallback }: FontWeight): FontRun => {
  // A compatibility ideograph looks like the character to which it is normalised.
  const forms = [character, character.normalize()]
  const mainForm = forms.find((form) => isInvisible(form) || hasGlyph(main, form))
  if (mainForm !== undefined) return { isFallback: false, text: mainForm }
  const fallbackForm = forms.find((form) => hasGlyph(fallback, form))
  return fallbackForm === undefined
    ? { isFallback: false, text: missingGlyphMark }
    : { isFallback: true, text: fallbackForm }
}

const hasGlyph = ({ font }: FontFile, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

// Joiners, variation selectors and line breaks print nothing.
// Half of a surrogate pair prints nothing either; it may remain when pdfkit shortens a text.
const isInvisible = (character: string): boolean => /[\p{Default_Ignorable_Code_Point}\n\p{Cs}]/u.test(character)
