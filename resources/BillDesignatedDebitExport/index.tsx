import { Box, Tab, Tabs, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { defineScreens, PageHeader, PageSkeleton, ParameterForm, useRights, useSchema } from '../../src/admin'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { download } from '../../src/browser/http/client'
import type { QueryParams } from '../../src/contract/list-query'
import { DebitAuthorization } from './DebitAuthorization'
import { DebitExport } from './DebitExport'

/** Renders the page 約定扣款媒體匯出. */
const DebitPage = () => (
  <>
    <PageHeader resource={useSchema()} />
    <PageContent />
  </>
)

const PageContent = () => {
  const calls = useExtensionCalls()
  if (calls === undefined) return <PageSkeleton />
  if (!calls.includes('BillDesignatedDebitExport.Preview')) return <PlainExport />
  return calls.includes('BillDesignatedDebitExport.NewAuthorization') ? <DebitTabs /> : <DebitExport />
}

const DebitTabs = () => {
  const id = useId()
  const [tab, setTab] = useState(0)
  return (
    <>
      <Tabs value={tab} onChange={(_, selected: number) => setTab(selected)} aria-label="約定扣款" sx={{ mb: 2 }}>
        {['約定扣款', '授權（P02）'].map((label, index) => (
          <Tab key={label} label={label} id={`${id}-tab-${index}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${tab}`}>
        {tab === 0 ? <DebitExport /> : <DebitAuthorization />}
      </Box>
    </>
  )
}

/** Renders the form alone, before a backend that has only the calls of the specification. */
const PlainExport = () => {
  const resource = useSchema()
  const can = useRights()
  if (!can(resource.name, 'Create')) return <Typography>您的角色不能匯出約定扣款檔。</Typography>
  return (
    <ParameterForm
      resource={resource}
      label="匯出條件"
      submitText="匯出"
      onSubmit={(parameters) => download('BillDesignatedDebitExport.Export', { query: parameters as QueryParams })}
    />
  )
}

export default defineScreens({ Page: DebitPage })
