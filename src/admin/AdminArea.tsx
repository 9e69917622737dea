import { CacheProvider } from '@emotion/react'
import { useMemo } from 'react'
import { siteConfig } from '../browser/config'
import { createCspCache } from '../browser/csp-cache'
import { inCalendar } from '../schema/in-calendar'
import type { Resource } from '../schema/resource'
import { schemaSet } from '../schema/schema-set'
import { AdminApp } from './AdminApp'
import type { ScreenLoaders } from './screens'

const styles = createCspCache()

export interface AdminAreaProps {
  /** The compiled schemas. */
  readonly resources: readonly Resource[]
  readonly screens: ScreenLoaders
}

/** The admin area of this portal: its schemas, and the screens written by hand. */
export default function AdminArea({ resources, screens }: AdminAreaProps) {
  const schemas = useMemo(() => inCalendar(schemaSet(resources), siteConfig().calendar), [resources])
  return (
    <CacheProvider value={styles}>
      <AdminApp schemas={schemas} screens={screens} />
    </CacheProvider>
  )
}
