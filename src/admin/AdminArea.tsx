import { CacheProvider } from '@emotion/react'
import { useMemo } from 'react'
import { siteConfig } from '../browser/config'
import { createCspCache } from '../browser/csp-cache'
import { inCalendar } from '../schema/in-calendar'
import { loadChecked } from '../schema/load-checked'
import { AdminApp } from './AdminApp'
import type { ScreenLoaders } from './screens'

const styles = createCspCache()

interface Props {
  /** The schema files, which the build has checked. */
  readonly files: Parameters<typeof loadChecked>[0]
  readonly screens: ScreenLoaders
}

/** The admin area of this portal: its schema files, and the screens written by hand. */
export default function AdminArea({ files, screens }: Props) {
  const schemas = useMemo(() => inCalendar(loadChecked(files), siteConfig().calendar), [files])
  return (
    <CacheProvider value={styles}>
      <AdminApp schemas={schemas} screens={screens} />
    </CacheProvider>
  )
}
