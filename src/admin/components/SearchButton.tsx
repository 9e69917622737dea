import SearchIcon from '@mui/icons-material/Search'
import { Button, CircularProgress } from '@mui/material'

/**
 * Renders the submit button of a query form.
 * It is not disabled during a query, because a new query replaces the one that is running, and a disabled button would
 * also disable the Enter key.
 */
export const SearchButton = ({ busy }: { busy: boolean }) => (
  <Button
    type="submit"
    variant="contained"
    aria-busy={busy}
    startIcon={busy ? <CircularProgress aria-hidden color="inherit" size={20} /> : <SearchIcon />}
  >
    查詢
  </Button>
)
