import AddIcon from '@mui/icons-material/Add'
import InboxIcon from '@mui/icons-material/InboxOutlined'
import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, Card, LinearProgress, Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { useCreatePath, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { pageSizes } from '../../contract/list-query'
import type { Resource } from '../../schema/language/resource'
import { DialogHost } from '../components/DialogHost'
import { FailurePanel, MessagePanel } from '../components/MessagePanel'
import { Pager } from '../components/Pager'
import { SecondStep } from '../components/SecondStep'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { useAbilities } from '../portal'
import { ListCards } from './ListCards'
import { ListTable } from './ListTable'
import { ListTabs } from './ListTabs'
import { ListTotals } from './ListTotals'
import { useListNumber } from './list-number'
import { QueryBar } from './query/QueryBar'
import { queryTexts } from './query/query-text'
import { defaultFilters, initialFilters, queryFormId, requiredFilterMessages } from './query/query-values'
import { RowMenuHost } from './RowMenu'
import { focusResultCount, SelectionBar } from './Selection'
import { focusTableTop } from './table-top'

/** Renders the query bar with the result of the query, and the dialogs of its actions. */
export const ResultCard = ({ resource }: { resource: Resource }) => {
  const { isFetching } = useListContext()
  const hasTabs = resource.list.tabs.length > 0
  return (
    <DialogHost>
      <Card className="list-card" aria-busy={isFetching} sx={cardStyles}>
        {hasTabs && <ListTabs resource={resource} panelId={resultPanelId} />}
        <Box sx={{ flexShrink: 0 }}>
          <QueryBar resource={resource} />
        </Box>
        <ResultPanel resource={resource}>
          <RowMenuHost resource={resource}>
            <Result resource={resource} />
          </RowMenuHost>
        </ResultPanel>
        <SelectionBar resource={resource} />
      </Card>
    </DialogHost>
  )
}

/** Renders a table, or cards on narrow screens, or a message. */
const Result = ({ resource }: { resource: Resource }) => {
  const { error, isPending, isFetching, isPlaceholderData, total = 0, refetch, filterValues } = useListContext()
  const isNarrow = useIsNarrow()
  const missing = requiredFilterMessages(resource, filterValues)
  if (missing.length > 0) {
    return (
      <MessagePanel
        icon={<SearchIcon color="disabled" sx={{ fontSize: 48 }} />}
        title="尚未查詢"
        text={`${missing.join('\n')}\n輸入後請按「查詢」。`}
      />
    )
  }
  if (error) return <FailurePanel error={error} onRetry={refetch} />
  return (
    <>
      <Box className="progress">{isFetching && !isPending && <LinearProgress aria-label="更新中" />}</Box>
      <Box className="result" data-outdated={isPlaceholderData}>
        {isPending ? (
          <ListSkeleton />
        ) : total === 0 ? (
          <ListEmpty resource={resource} />
        ) : isNarrow ? (
          <ListCards resource={resource} />
        ) : (
          <ListTable resource={resource} />
        )}
      </Box>
      {!isPending && total > 0 && (
        <Box className="result-end">
          <Box className="result-sums">
            {resource.list.totals.length > 0 && <ListTotals resource={resource} />}
            <CountButton resource={resource} />
          </Box>
          <ListPager resource={resource} />
        </Box>
      )}
    </>
  )
}

const ListPager = ({ resource }: { resource: Resource }) => {
  const { page, perPage, setPage, setPerPage } = useListContext()
  const { total, isMinimum } = useListNumber(resource)
  return (
    <SecondStep placeholder={<Box sx={{ height: 52 }} />}>
      <Pager
        page={page}
        perPage={perPage}
        total={total}
        isMinimum={isMinimum}
        onPage={(number) => {
          setPage(number)
          focusTableTop()
        }}
        sizes={pageSizes}
        onPerPage={setPerPage}
      />
    </SecondStep>
  )
}

/** Renders the button that counts a long list; nothing if the number of its records is known. */
const CountButton = ({ resource }: { resource: Resource }) => {
  const { isCounting, count } = useListNumber(resource)
  return (
    count && (
      <Button size="small" onClick={count} loading={isCounting} sx={{ mx: 1, displayPrint: 'none' }}>
        計算確切筆數{resource.list.totals.length > 0 && '與合計'}
      </Button>
    )
  )
}

const resultPanelId = 'list-result'

/** Renders the content of a list with tabs as the panel that the tabs control. */
const ResultPanel = ({ resource, children }: { resource: Resource; children: ReactNode }) => (
  <Box
    className="result-panel"
    {...(resource.list.tabs.length > 0
      ? { role: 'tabpanel', id: resultPanelId, 'aria-label': resource.label }
      : undefined)}
  >
    {children}
  </Box>
)

// On wide screens the card is at most as high as the window, and the table scrolls inside it (`listPageStyles`).
const cardStyles = {
  display: 'flex',
  flexDirection: 'column',
  // Unlike `hidden`, it lets the bar of the selected records stick to the window.
  overflow: 'clip',
  '& .result-panel, & .result': { display: 'flex', flexDirection: 'column', minHeight: 0 },
  // The line is above the table and takes no space.
  '& .result-panel': { position: 'relative' },
  '& .progress': { position: 'absolute', inset: '0 0 auto', zIndex: 5, height: 4, displayPrint: 'none' },
  // The rows of the previous query, until those of the running query arrive.
  '& [data-outdated="true"]': { opacity: 0.5 },
  '& .result-end': {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'flex-end',
    borderTop: 1,
    borderColor: 'divider',
  },
  '& .result-sums': { flex: '1 1 300px', py: 0.5, '&:empty': { display: 'none' } },
  // While records are selected, the bar is in the place of the sums and the pager.
  '@media screen and (min-width: 900px)': {
    '&:has(.selection-bar) .result-end': { bgcolor: 'var(--primary-soft)', '& > *': { visibility: 'hidden' } },
  },
  '@media print': {
    display: 'block',
    border: 0,
    overflow: 'visible',
    '& .result-panel, & .result': { display: 'block' },
    // The sums and their note are on the sheet of the last row.
    '& .result-end': { breakInside: 'avoid' },
  },
}

/** Renders a placeholder while the list is loading. */
const ListSkeleton = () => (
  <Box sx={{ px: 2, pb: 2 }} aria-hidden="true">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Box>
)

/** Renders the message of an empty list: nothing matches the query, or there are no records yet. */
const ListEmpty = ({ resource }: { resource: Resource }) => {
  const { filterValues } = useListContext()
  const can = useAbilities(resource)
  const { selected } = useSelectedAgreement()
  const isFiltered = JSON.stringify(filterValues) !== JSON.stringify(initialFilters(resource, selected))
  return (
    <MessagePanel
      icon={<InboxIcon color="disabled" sx={{ fontSize: 48 }} />}
      title="查無資料"
      text={
        isFiltered || Object.keys(defaultFilters(resource)).length > 0
          ? `已查詢：${queryTexts(resource, filterValues).join('、')}\n沒有符合的資料，請調整或清除條件。`
          : '目前還沒有資料。'
      }
      action={isFiltered ? <ClearButton /> : can('create') && <NewRecordButton resource={resource} text="新增第一筆" />}
    />
  )
}

/** Renders a button that clears the conditions in the query form, like the button of the form itself. */
const ClearButton = () => (
  <Button variant="outlined" type="reset" form={queryFormId} onClick={focusResultCount}>
    清除條件
  </Button>
)

/** Renders the button that opens the form of a new record. */
export const NewRecordButton = ({ resource, text = '新增' }: { resource: Resource; text?: string }) => {
  const createPath = useCreatePath()
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={Link}
      to={createPath({ resource: resource.name, type: 'create' })}
      data-shortcut="new"
    >
      {text}
    </Button>
  )
}
