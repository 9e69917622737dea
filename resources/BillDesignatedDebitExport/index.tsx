import { Typography } from '@mui/material'
import { defineScreens, PageHeader, PageSkeleton, ParameterForm, useRights, useSchema } from '../../src/admin'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { download } from '../../src/browser/http/client'
import type { QueryParams } from '../../src/contract/list-query'
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
  return calls.includes('BillDesignatedDebitExport.Preview') ? <DebitExport /> : <PlainExport />
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
