import ReplayIcon from '@mui/icons-material/Replay'
import { Button } from '@mui/material'
import { useRecordContext, useRedirect } from 'react-admin'
import { useAbilities, useSchema } from '../../src/admin'

/** Renders the button that opens the form of a new report with the conditions and the format of this one. */
export const RequestAgainButton = () => {
  const resource = useSchema()
  const can = useAbilities(resource)
  const redirect = useRedirect()
  const report = useRecordContext()
  if (!report || !can('create')) return null
  // The form ignores the values that it has no inputs for.
  const initialValues = Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null))
  const state = { initialValues, labels: report.Labels }
  return (
    <Button
      variant="outlined"
      startIcon={<ReplayIcon />}
      onClick={() => redirect('create', resource.name, undefined, undefined, state)}
    >
      以相同條件申請
    </Button>
  )
}
