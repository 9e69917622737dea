import { Stack } from '@mui/material'
import { useState } from 'react'
import { ParameterForm, useQueryClient, useRights, useSchema } from '../../src/admin'
import type { QueryParams } from '../../src/contract/list-query'
import { DebitFiles } from './DebitFiles'
import { DebitPreviewSection } from './DebitPreviewSection'

/** Renders the form for a batch, the preview of what would be exported, and all earlier files. */
export const DebitExport = () => {
  const resource = useSchema()
  const can = useRights()
  const client = useQueryClient()
  const [parameters, setParameters] = useState<QueryParams>()
  return (
    <Stack spacing={2}>
      {can(resource.name, 'Create') && (
        <ParameterForm
          resource={resource}
          label="匯出條件"
          submitText="預覽"
          onSubmit={async (values) => {
            setParameters(values as QueryParams)
            await client.invalidateQueries({ queryKey: ['debit-preview'] })
          }}
        />
      )}
      {parameters && <DebitPreviewSection parameters={parameters} />}
      <DebitFiles />
    </Stack>
  )
}
