import { loadSchemas } from '../../schema/load/load'
import { readSchemaFiles } from '../../server/node/schema-files'
import { type Measurement, median } from './measure'

/** Time to read and check 200 schemas, beside parsing the same files as plain JSON. */
export const benchSchemas = async (): Promise<readonly Measurement[]> => {
  const files = readSchemaFiles('schemas')
  const many = Array.from({ length: 200 }, (_, index) => copyOf(files[index % files.length], index)).filter((file) => file !== undefined)
  const ours = await median(5, () => loadSchemas(many))
  const theirs = await median(5, () => many.map(({ text }) => JSON.parse(text) as unknown))
  return [{ what: '200 schemas read and checked', ours, unit: 'ms', reference: 'JSON.parse of the same files', theirs }]
}

const copyOf = (file: { file: string; text: string } | undefined, index: number) =>
  file && { file: index < 40 ? file.file : file.file.replace('.json', `${index}.json`), text: file.text }
