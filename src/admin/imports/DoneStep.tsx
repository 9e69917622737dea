import { Alert, Button } from '@mui/material'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText } from '../../browser/format'
import { BadRows } from './BadRows'
import { ErrorFileButton } from './ErrorFileButton'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** What has been written, and what is left to mend. */
export const DoneStep = ({ resource, journey }: StepProps) => {
  const createPath = useCreatePath()
  const { result } = journey
  if (!result) return null
  const { CreateCount, UpdateCount, BadCount, BadRows: rows } = result
  return (
    <StepCard
      title="完成"
      actions={
        <>
          <Button variant="outlined" onClick={() => journey.go('file')}>
            再匯入一個檔案
          </Button>
          <Button variant="contained" component={Link} to={createPath({ resource: resource.name, type: 'list' })}>
            回清單
          </Button>
        </>
      }
    >
      <Alert severity={BadCount === 0 ? 'success' : 'warning'} role="status">
        已新增 {countText(CreateCount)} 筆{UpdateCount > 0 && `、修改 ${countText(UpdateCount)} 筆`}
        {BadCount > 0 ? `；${countText(BadCount)} 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。` : '。'}
      </Alert>
      {rows.length > 0 && <BadRows rows={rows} total={BadCount} aside={<ErrorFileButton resource={resource} result={result} />} />}
    </StepCard>
  )
}
