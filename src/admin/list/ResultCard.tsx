import AddIcon from '@mui/icons-material/Add'
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined'
import DenseIcon from '@mui/icons-material/DensitySmall'
import InboxIcon from '@mui/icons-material/InboxOutlined'
import SearchIcon from '@mui/icons-material/Search'
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined'
import {
  Box,
  Button,
  Card,
  LinearProgress,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material'
import { type ReactNode, useState } from 'react'
import { SortButton, useCreatePath, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText } from '../../browser/format'
import { pageSizes } from '../../contract/list-query'
import type { Resource } from '../../schema/language/resource'
import { DialogHost } from '../components/DialogHost'
import { lazyComponent } from '../components/lazy-component'
import { FailurePanel, MessagePanel } from '../components/MessagePanel'
import { Pager } from '../components/Pager'
import { SecondStep } from '../components/SecondStep'
import { isMinimumTotal } from '../data-provider/read'
import { useIsNarrow } from '../hooks/use-is-narrow'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { useAbilities } from '../portal'
import { sortableColumns, useColumns, useDensity } from './columns'
import { ListCards } from './ListCards'
import { ListTable } from './ListTable'
import { ListTotals } from './ListTotals'
import { defaultFilters, initialFilters, queryFormId, requiredFilterMessages } from './query-values'
import { focusResultCount, resultCountId, SelectionBar } from './Selection'
import { searchedText } from './searched-text'

/** Renders the result of a query, and the dialogs of its actions. */
export const ResultCard = ({ resource }: { resource: Resource }) => (
  <DialogHost>
    <Result resource={resource} />
  </DialogHost>
)

/** Renders a table, or cards on narrow screens, or a message. */
const Result = ({ resource }: { resource: Resource }) => {
  const {
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    total = 0,
    refetch,
    page,
    perPage,
    setPage,
    setPerPage,
    filterValues,
    meta,
  } = useListContext()
  const isNarrow = useIsNarrow()
  const missing = requiredFilterMessages(resource, filterValues)
  if (missing.length > 0) {
    return (
      <Card>
        <MessagePanel
          icon={<SearchIcon color="disabled" sx={{ fontSize: 48 }} />}
          title="尚未查詢"
          text={`${missing.join('\n')}\n輸入後請按「查詢」。`}
        />
      </Card>
    )
  }
  if (error) {
    return (
      <Card>
        <FailurePanel error={error} onRetry={refetch} />
      </Card>
    )
  }
  return (
    <Card aria-busy={isFetching} sx={{ '@media print': { border: 0, overflow: 'visible' } }}>
      {resource.list.tabs.length > 0 && <ListTabs resource={resource} panelId={resultPanelId} />}
      <ResultPanel resource={resource}>
        <ResultBar resource={resource} isNarrow={isNarrow} />
        {resource.list.totals.length > 0 && total > 0 && <ListTotals resource={resource} />}
        <SelectionBar resource={resource} />
        <Box sx={{ height: 4, displayPrint: 'none' }}>
          {isFetching && !isPending && <LinearProgress aria-label="更新中" />}
        </Box>
        <Box data-outdated={isPlaceholderData} sx={outdatedStyles}>
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
          <SecondStep>
            <Pager
              page={page}
              perPage={perPage}
              total={total}
              isMinimum={isMinimumTotal(meta)}
              onPage={setPage}
              sizes={pageSizes}
              onPerPage={setPerPage}
            />
          </SecondStep>
        )}
      </ResultPanel>
    </Card>
  )
}

const resultPanelId = 'list-result'

const ListTabs = lazyComponent<{ readonly resource: Resource; readonly panelId: string }>(
  () => import('./ListTabs').then((module) => module.ListTabs),
  () => <Box sx={{ height: 49 }} />,
)

/** Renders the content of a list with tabs as the panel that the tabs control. */
const ResultPanel = ({ resource, children }: { resource: Resource; children: ReactNode }) =>
  resource.list.tabs.length > 0 ? (
    <Box role="tabpanel" id={resultPanelId} aria-label={resource.label}>
      {children}
    </Box>
  ) : (
    children
  )

// The rows of the previous query, until those of the running query arrive.
const outdatedStyles = { '&[data-outdated="true"]': { opacity: 0.5 } }

const ResultBar = ({ resource, isNarrow }: { resource: Resource; isNarrow: boolean }) => {
  const { isPending, total = 0, meta } = useListContext()
  const isMinimum = isMinimumTotal(meta)
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 52, px: 2, pt: 0.5 }}
    >
      <Typography role="status" id={resultCountId} tabIndex={-1} color="textSecondary">
        {isPending ? '查詢中…' : isMinimum ? `${countText(total)} 筆以上` : `共 ${countText(total)} 筆`}
      </Typography>
      {isNarrow ? (
        <Box sx={{ displayPrint: 'none' }}>
          <SortButton fields={sortableColumns(resource)} label="排序" />
        </Box>
      ) : (
        <SecondStep>
          <Stack direction="row" sx={{ gap: 0.5, displayPrint: 'none' }}>
            <DensityButton />
            <ColumnVisibilityButton resource={resource} />
          </Stack>
        </SecondStep>
      )}
    </Stack>
  )
}

/** Renders a placeholder while the list is loading. */
const ListSkeleton = () => (
  <Box sx={{ px: 2, pb: 2 }} aria-hidden="true">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Box>
)

/** Renders the button that switches the density of all tables. */
const DensityButton = () => {
  const { isDense, toggle } = useDensity()
  return (
    <Button
      size="small"
      startIcon={<DenseIcon />}
      aria-pressed={isDense}
      onClick={toggle}
      sx={isDense ? { bgcolor: 'var(--primary-soft)' } : undefined}
    >
      緊密
    </Button>
  )
}

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
          ? `已查詢：${searchedText(resource, filterValues)}\n沒有符合的資料，請調整或清除條件。`
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

/** Renders the menu that shows and hides columns of a table. At least one column stays visible. */
const ColumnVisibilityButton = ({ resource }: { resource: Resource }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { columns, shownColumns, toggle } = useColumns(resource)
  return (
    <>
      <Button
        size="small"
        startIcon={<ColumnsIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        欄位
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': '顯示的欄位' } }}
      >
        {columns.map((column) => {
          const isShown = shownColumns.includes(column)
          return (
            <MenuItem
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              disabled={isShown && shownColumns.length === 1}
              onClick={() => toggle(column)}
              // A line separates the default columns from the optional columns.
              divider={column.name === resource.list.columns.at(-1) && resource.list.optionalColumns.length > 0}
            >
              <ListItemIcon>
                {isShown ? <CheckedIcon fontSize="small" color="primary" /> : <UncheckedIcon fontSize="small" />}
              </ListItemIcon>
              <ListItemText primary={column.label} />
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}

/** Renders the button that opens the form of a new record. */
export const NewRecordButton = ({ resource, text = '新增' }: { resource: Resource; text?: string }) => {
  const createPath = useCreatePath()
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={Link}
      to={createPath({ resource: resource.name, type: 'create' })}
    >
      {text}
    </Button>
  )
}
