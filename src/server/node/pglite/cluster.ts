import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { columnParsers } from '../../database/column-values'
import { makeFolder } from '../files/data-folder'
import { syncFolder, syncTree } from '../sync-tree'
import { DurableFS } from './durable-fs'

/** An open cluster on the disk. */
export interface Cluster {
  readonly pglite: PGlite
  readonly disk: DurableFS
}

/** Hears what the engine says on the side. */
type Listener = (line: string) => boolean

/** Opens the cluster in the folder, made first where there is none, and proves that what it commits is kept. */
export const openCluster = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  refuseForeign(folder)
  if (!fs.existsSync(join(folder, 'PG_VERSION'))) await makeCluster(folder, onStderr)
  const cluster = await start(folder, onStderr)
  await proveSync(cluster)
  return cluster
}

/** Generation of PostgreSQL within PGlite; it reads no other's files. */
const generation = '18'

const refuseForeign = (folder: string): void => {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return
  const found = ['PG_VERSION', 'global/pg_control'].every((file) => fs.existsSync(join(folder, file)))
  if (!found) throw new Error('it is not a whole database: files that every database has are missing')
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== generation) throw new Error(`it was made by PostgreSQL ${version}, and this program reads PostgreSQL ${generation} alone`)
}

/** Made beside its place and moved there whole, so that a kill or a power cut meanwhile leaves either nothing or a database. */
const makeCluster = async (folder: string, onStderr: Listener): Promise<void> => {
  const half = `${folder}.half`
  fs.rmSync(half, { recursive: true, force: true })
  makeFolder(half)
  const { pglite } = await start(half, onStderr)
  await pglite.close()
  syncTree(half)
  fs.renameSync(half, folder)
  syncFolder(dirname(folder))
}

const start = async (folder: string, onStderr: Listener): Promise<Cluster> => {
  const disk = new DurableFS(folder)
  const pglite = await PGlite.create({ fs: disk, startParams, onStderr, parsers: { ...columnParsers } })
  return { pglite, disk }
}

// `-F` would switch fsync off again, and fdatasync, the usual method, never reaches the file system.
const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** Guards against a PGlite whose insides have changed: a database that only seems to keep its data must not start. */
const proveSync = async ({ pglite, disk }: Cluster): Promise<void> => {
  const { rows } = await pglite.query<{ fsync: string }>('show fsync')
  const before = disk.syncs
  // The smallest thing that is committed. A checkpoint would ask for the tables as well, and hide that nobody asks for the log.
  await pglite.exec("select pg_logical_emit_message(true, 'portal', 'start')")
  if (rows[0]?.fsync !== 'on' || disk.syncs === before) throw new Error('this version of PGlite does not write its data to the disk for certain')
}
