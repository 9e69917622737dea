import InboxIcon from '@mui/icons-material/InboxOutlined'
import { useListContext } from 'react-admin'
import type { Resource } from '../../schema/types'
import { usePickedAgreement } from '../agreement/working-agreement'
import { MessagePanel } from '../parts/MessagePanel'
import { useAbilities } from '../portal'
import { CreateButton } from './GeneratedList'
import { firstFilters } from './query-values'

/** A list without rows: because of the query, or because there is nothing yet. */
export const ListEmpty = ({ resource }: { resource: Resource }) => {
  const { filterValues } = useListContext()
  const may = useAbilities(resource)
  const { picked } = usePickedAgreement()
  const asked = JSON.stringify(filterValues) !== JSON.stringify(firstFilters(resource, picked))
  return (
    <MessagePanel
      icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
      title="查無資料"
      text={asked ? '沒有符合查詢條件的資料，請調整條件後再查詢。' : '目前還沒有資料。'}
      action={!asked && may('create') && <CreateButton resource={resource} text="新增第一筆" />}
    />
  )
}
