import { completeResource } from './complete-resource'
import { nameOfFile } from './name-of-file'
import { type SchemaSet, schemaSet } from './schema-set'
import { isObject, type RawObject } from './shape/shape'

/** The schemas of files that the build has checked: for the browser, which need not carry the checks and their reader. */
export const loadChecked = (files: readonly { readonly file: string; readonly text: string }[]): SchemaSet => {
  const raws = new Map(files.map(({ file, text }) => [nameOfFile(file), readObject(text)]))
  const rawOf = (name: string) => raws.get(name) ?? {}
  return schemaSet([...raws].map(([name, raw]) => completeResource({ name, raw }, rawOf)))
}

const readObject = (text: string): RawObject => {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : {}
}
