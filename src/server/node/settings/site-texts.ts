import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteConfig, SiteText } from '../../../contract/site-config'

const textNames = ['privacy', 'accessibility', 'contact'] as const satisfies readonly SiteText[]

type Texts = NonNullable<SiteConfig['texts']>

/**
 * Reads the bank's legal and help texts from the folder: `privacy.txt`, `accessibility.txt` and `contact.txt`, if they
 * exist.
 * A folder with none of these files is a problem, because the portal would show its own texts instead.
 */
export const readSiteTexts = (
  folder: string | undefined,
): { readonly texts: Texts; readonly problems: readonly string[] } => {
  if (folder === undefined) return { texts: {}, problems: [] }
  const existingNames = textNames.filter((name) => existsSync(fileOf(folder, name)))
  if (existingNames.length === 0)
    return {
      texts: {},
      problems: [
        `SITE_TEXTS_DIR is "${folder}", but none of ${textNames.map((name) => `${name}.txt`).join(', ')} is in it.`,
      ],
    }
  const results = existingNames.map((name) => ({ name, text: textOf(fileOf(folder, name)) }))
  return {
    texts: Object.fromEntries(results.flatMap(({ name, text }) => (text ? [[name, text]] : []))),
    problems: results.flatMap(({ name, text }) =>
      text === null ? [`SITE_TEXTS_DIR: ${fileOf(folder, name)} cannot be read.`] : [],
    ),
  }
}

const fileOf = (folder: string, name: string): string => join(folder, `${name}.txt`)

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
