import files from 'virtual:schemas'
import { CacheProvider } from '@emotion/react'
import { createCspCache } from '../browser/csp-cache'
import { loadChecked } from '../schema/load-checked'
import { AdminApp } from './AdminApp'
import type { ScreenLoaders } from './screens'

const schemas = loadChecked(files)
const styles = createCspCache()

/** The admin area of this portal: its schema files, and the screens written by hand. */
export default function AdminArea({ screens }: { screens: ScreenLoaders }) {
  return (
    <CacheProvider value={styles}>
      <AdminApp schemas={schemas} screens={screens} />
    </CacheProvider>
  )
}
