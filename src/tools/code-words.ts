import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every word in the code of the server and of its rules: what no file of it names, none of it writes. The enums themselves say only what there could be, demo data what there was. */
export const codeWords = (): ReadonlySet<string> =>
  new Set(
    ['src/server', 'src/domain']
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
      .filter((file) => file.endsWith('.ts') && !/[/\\](?:demo|enums\.ts)/.test(file))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
  )
