import ConstructionIcon from '@mui/icons-material/Construction'
import { Card } from '@mui/material'
import { PageHeader } from '../layout/PageHeader'
import { MessagePanel } from '../parts/MessagePanel'
import { useSchema } from '../portal'

/** A page whose calls are not served yet. */
export const PlannedPage = () => {
  const resource = useSchema()
  return (
    <>
      <PageHeader resource={resource} />
      <Card>
        <MessagePanel
          icon={<ConstructionIcon color="disabled" sx={{ fontSize: 56 }} />}
          title="此功能將於後續版本提供"
          text={`「${resource.label}」正在建置中，開放後即可在此使用。`}
        />
      </Card>
    </>
  )
}
