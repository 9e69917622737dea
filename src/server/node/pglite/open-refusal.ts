import { StartRefusal } from '../start-refusal'

/** Why the data folder cannot be used, and what to do about it. */
export const openRefusal = (error: unknown, folder: string): StartRefusal => {
  if (error instanceof StartRefusal) return error
  const facts = factsOf(error)
  const [, sentence] = causes.find(([pattern]) => pattern.test(facts)) ?? [null, otherwise(facts)]
  return new StartRefusal(sentence(folder), { cause: error })
}

const causes: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /ENOSPC|EDQUOT|no space left/i,
    (folder) =>
      `The disk of the data folder is full, so the database in ${folder} cannot be opened. Free about 200 MB and start again; nothing that was acknowledged is lost.`,
  ],
  [
    /EROFS|EACCES|EPERM|read-only file system|permission denied/i,
    (folder) =>
      `The data folder cannot be written, so the database in ${folder} cannot be opened. Let the user that runs the portal write there, or choose another DATA_DIR.`,
  ],
]

const otherwise = (facts: string) => (folder: string) =>
  `The database in ${folder} cannot be opened: ${facts}. Nothing was changed. Restore a backup with "npm run restore -- FILE", or move the folder away to begin with an empty one.`

const factsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}
