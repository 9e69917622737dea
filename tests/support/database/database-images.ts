import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { ensureTables } from '../../../src/server/database/ensure-tables'
import { inMemoryDatabase } from '../../../src/server/node/database'
import { testSchemas } from '../schemas/schemas'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Files that PGlite databases of this run are loaded from, below the project's folder: an empty one, and one with
     * the tables of the portal's own schemas.
     */
    databaseImages: { readonly empty: string; readonly portal: string }
  }
}

const folder = 'node_modules/.cache/pglite'
const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8'))
const empty = `${folder}/empty-${version}.tar`

/**
 * Prepares the images before a run, because loading one takes a fifth of the time of initdb and of creating the tables.
 * Deletes that of the portal after the run.
 */
export default async (project: TestProject) => {
  const portal = `${folder}/portal-${crypto.randomUUID()}.tar`
  await prepare(portal)
  project.provide('databaseImages', { empty, portal })
  return () => rmSync(portal)
}

const prepare = async (portal: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const pglite = await PGlite.create({ loadDataDir: new Blob([await emptyImage()]) })
  const { db, close } = inMemoryDatabase(pglite)
  await ensureTables(db, testSchemas())
  await close()
  writeFileSync(portal, await imageOf(pglite))
}

/** Returns the image of an empty database. It depends on PGlite only, so the first run stores it for all others. */
const emptyImage = async (): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(readFileSync(empty))
  } catch {
    const image = await imageOf(await PGlite.create())
    const partial = `${empty}.${crypto.randomUUID()}`
    writeFileSync(partial, image)
    renameSync(partial, empty)
    return image
  }
}

const imageOf = async (pglite: PGlite): Promise<Uint8Array<ArrayBuffer>> => {
  const image = await pglite.dumpDataDir('none')
  await pglite.close()
  return new Uint8Array(await image.arrayBuffer())
}
