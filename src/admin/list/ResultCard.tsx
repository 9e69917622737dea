import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { SortButton, useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import { pageSizes } from '../../contract/list-query'
import type { Resource } from '../../schema/types'
import { FailurePanel } from '../parts/FailurePanel'
import { Pager } from '../parts/Pager'
import { ColumnsButton } from './ColumnsButton'
import { sortableColumns } from './columns'
import { DensityButton } from './DensityButton'
import { ListCards } from './ListCards'
import { ListEmpty } from './ListEmpty'
import { ListSkeleton } from './ListSkeleton'
import { ListTable } from './ListTable'
import { SelectionBar } from './SelectionBar'

/** What a query found: a table, on narrow screens cards; or why there is none. */
export const ResultCard = ({ resource }: { resource: Resource }) => {
  const { error, isPending, isFetching, total = 0, refetch, page, perPage, setPage, setPerPage } = useListContext()
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'))
  if (error) {
    return (
      <Card>
        <FailurePanel text={error instanceof Error ? error.message : '請稍後再試。'} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <Card aria-busy={isFetching}>
      <ResultBar resource={resource} narrow={narrow} />
      <SelectionBar resource={resource} />
      <Box sx={{ height: 4 }}>{isFetching && !isPending && <LinearProgress aria-label="更新中" />}</Box>
      {isPending ? (
        <ListSkeleton />
      ) : total === 0 ? (
        <ListEmpty resource={resource} />
      ) : narrow ? (
        <ListCards resource={resource} />
      ) : (
        <ListTable resource={resource} />
      )}
      {!isPending && total > 0 && <Pager page={page} perPage={perPage} total={total} onPage={setPage} sizes={pageSizes} onPerPage={setPerPage} />}
    </Card>
  )
}

const ResultBar = ({ resource, narrow }: { resource: Resource; narrow: boolean }) => {
  const { isPending, total = 0 } = useListContext()
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 52, px: 2, pt: 0.5 }}>
      <Typography role="status" color="textSecondary">
        {isPending ? '查詢中…' : `共 ${countText(total)} 筆`}
      </Typography>
      {narrow ? (
        <SortButton fields={sortableColumns(resource)} label="排序" />
      ) : (
        <Stack direction="row" sx={{ gap: 0.5 }}>
          <DensityButton />
          <ColumnsButton resource={resource} />
        </Stack>
      )}
    </Stack>
  )
}
