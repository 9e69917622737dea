import BuildCircleIcon from '@mui/icons-material/BuildCircleOutlined'
import { Button } from '@mui/material'
import { Link, useCreatePath, useRecordContext } from 'react-admin'
import { useAbilities, useSchema } from '../../src/admin'

/** Renders the link from a line that waits or was handled to the page where it is handled, for those who may open it. */
export const HandlingLink = () => {
  const line = useRecordContext()
  const page = useSchema('TLDetailExceptionHandling')
  const can = useAbilities(page)
  const createPath = useCreatePath()
  const isOnPage = Object.entries(page.where ?? {}).every(([name, values]) => values.includes(String(line?.[name])))
  if (!line || !isOnPage || !can('show')) return null
  return (
    <Button
      component={Link}
      to={createPath({ resource: page.name, id: line.id, type: 'show' })}
      variant="outlined"
      startIcon={<BuildCircleIcon />}
    >
      例外處理
    </Button>
  )
}
