// Made by `npm run types` from the migrations and the schemas. Do not edit: change these and run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EnumCode } from '../../domain/enums'
import type { Row } from '../../schema/language/language'

/** A jsonb column: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>

/** Who created and last changed a record, and when. */
interface Trail {
  create_user: string
  create_time: string
  update_user: string
  update_time: string
}

/** Every table that the portal has by itself, with its columns as both engines give them. Where the schema fills a field in every record, it is not null here, though the column would take it. */
export interface Tables {
  activity: Trail & {
    serial_id: Generated<number>
    title: string
    summary: string | null
    link_url: string | null
    start_date: string
    end_date: string | null
    sort: number
  }
  agreement: Trail & {
    apply_code: string
    agreement_name: string | null
    uniform_no: string | null
    real_account: string | null
    vac_length: number | null
    term_no_len: number | null
    payer_no_len: number | null
    vac_check_type: EnumCode<'VACCheckType'> | null
    vac_check_scheme: EnumCode<'VACCheckScheme'> | null
    allow_own_vac: boolean | null
    check_duplicate: boolean | null
    use_white_list: boolean | null
    dual_control: boolean | null
    channels: Json<readonly EnumCode<'Channel'>[]> | null
    market_items: Json<readonly string[]> | null
    post_giro_account: string | null
    notify_url: string | null
    agreement_status: EnumCode<'AgreementStatus'> | null
  }
  audit_log: {
    id: Generated<number>
    at: string
    user_id: string
    uniform_no: string
    ip: string
    action: string
    resource: string
    record_key: string
    before: Json<unknown> | null
    after: Json<unknown> | null
  }
  bank: Trail & {
    bank_code: string
    bank_name: string | null
  }
  bill: Trail & {
    serial_id: Generated<number>
    apply_code: string
    bill_no: string | null
    bill_term_id: string
    bill_category_code: string
    payer_unit_id: string | null
    payer_id: string | null
    payer_no: string | null
    payer_name: string
    id_no: string | null
    mobile: string | null
    email: string | null
    zip_code: string | null
    address: string | null
    currency_type: EnumCode<'Currency'>
    fee_items: Json<readonly Row[]>
    should_pay_amount: number | null
    paid_amount: number
    vac_account: string | null
    payment_start_date: string
    payment_end_date: string
    market_end_date: string | null
    market_barcodes: string | null
    post_barcodes: string | null
    twqr_payload: string | null
    pay_status: EnumCode<'PayStatus'>
    bill_state: EnumCode<'BillState'>
    paid_time: string | null
    channel_id: EnumCode<'Channel'> | null
    import_batch_no: string | null
    debit_flag: boolean | null
    print_count: number
    mail_notice_time: string | null
    sms_notice_time: string | null
    notices: string | null
    remark: string | null
  }
  bill_category: Trail & {
    serial_id: Generated<number>
    apply_code: string
    bill_category_code: string
    bill_category_name: string
    bill_template_id: EnumCode<'BillTemplate'>
    channels: Json<readonly EnumCode<'Channel'>[]>
    market_item_code: string | null
    fee_bear_type: EnumCode<'FeeBearType'>
    allow_partial: boolean
    allow_overdue: boolean
    category_status: EnumCode<'ActiveStatus'>
    remark: string | null
  }
  bill_import: Trail & {
    serial_id: Generated<number>
    apply_code: string
    import_batch_no: string | null
    import_batch_name: string
    bill_term_id: string | null
    bill_category_code: string | null
    currency_type: EnumCode<'Currency'>
    bill_template_id: EnumCode<'BillTemplate'> | null
    bill_import_pdf_setting: EnumCode<'PDFSetting'>
    merge_pdf_count: number | null
    file: string
    ori_file_name: string
    import_mode: string | null
    customer_name: string
    customer_phone: string | null
    customer_fax: string | null
    zip_code: string | null
    address: string | null
    bill_chinese_name: string | null
    notices: string | null
    description_items: string | null
    payment_start_date: string | null
    payment_end_date: string | null
    approval_staff: string | null
    import_status: EnumCode<'ImportStatus'>
    total_count: number
    success_count: number
    fail_count: number
    total_amount: number
    pdf_status: EnumCode<'JobStatus'>
    error_log: Json<readonly Row[]> | null
    upload_user: string | null
    upload_time: string | null
    finish_time: string | null
  }
  bill_term: Trail & {
    serial_id: Generated<number>
    apply_code: string
    bill_term_id: string
    bill_term_name: string
    bill_term_no: string | null
    bill_category_code: string
    bill_template_id: EnumCode<'BillTemplate'>
    bill_chinese_name: string
    payment_start_date: string
    payment_end_date: string
    market_end_date: string | null
    fee_items: Json<readonly Row[]> | null
    notices: string | null
    description_items: string | null
    term_status: EnumCode<'TermStatus'>
  }
  captcha: {
    ticket: string
    expires_at: string
  }
  change_mima: Trail
  computed_state: {
    table_name: string
    made_by: string | null
    pending: string | null
    reached: Json<unknown> | null
  }
  counter: {
    name: string
    value: number
  }
  customer: Trail & {
    uniform_no: string
    customer_name: string | null
    contact_name: string
    contact_mobile: string
    customer_phone: string
    customer_fax: string | null
    email: string
    zip_code: string
    address: string
    post_permit_unit: string | null
    post_permit_no: string | null
    account_branch: string | null
    customer_status: EnumCode<'CustomerStatus'>
  }
  data_version: {
    version: number
    since: Generated<string>
  }
  fee: Trail & {
    serial_id: Generated<number>
    apply_code: string
    fee_code: string
    fee_name: string
    bill_category_code: string | null
    default_amount: number | null
    sort_no: number
    fee_status: EnumCode<'ActiveStatus'>
    remark: string | null
  }
  file: {
    id: string
    name: string
    type: string
    size: number
    uniform_no: string
    create_time: Generated<string>
    kept: Generated<boolean>
  }
  file_chunk: {
    file_id: string
    no: number
    bytes: Uint8Array
  }
  holiday: Trail & {
    holiday_date: string
    holiday_name: string | null
  }
  job: {
    id: Generated<number>
    name: string
    data: Json<unknown>
    uniform_no: string
    user_id: string
    state: Generated<string>
    done: Generated<number>
    total: number | null
    tries: Generated<number>
    error: string | null
    create_time: Generated<string>
    due_time: Generated<string>
    start_time: string | null
    seen_time: string | null
    cancel_time: string | null
    finish_time: string | null
    read_time: string | null
    result: Json<unknown> | null
  }
  known_time: {
    one: Generated<boolean>
    latest: string
  }
  market_item: Trail & {
    market_item_code: string
    market_item_name: string | null
    min_amount: number | null
    max_amount: number | null
    fee_bear_type: EnumCode<'FeeBearType'> | null
    channel_fee: number | null
    pay_period_type: EnumCode<'PayPeriodType'> | null
  }
  notice: Trail & {
    serial_id: Generated<number>
    title: string
    category: string
    audience: string
    content: string
    pinned: boolean | null
    publish_date: string
    expire_date: string | null
  }
  one_time_password: {
    step_key: string
    flow: string
    stage: string
    uniform_no: string
    typed_user_id: string
    user_id: number | null
    channel: string
    code_hash: string
    code_expires_at: string
    tries: Generated<number>
    sent_at: string
    expires_at: string
  }
  outbox: {
    outbox_id: GeneratedAlways<number>
    create_time: string
    channel: string
    recipient: string
    subject: string
    body: string
    sent_time: string | null
  }
  payer: Trail & {
    serial_id: Generated<number>
    apply_code: string
    payer_unit_id: string | null
    payer_id: string
    payer_no: string | null
    payer_name: string
    id_no: string | null
    payer_type: EnumCode<'PayerType'>
    mobile: string | null
    tel: string | null
    email: string | null
    zip_code: string | null
    address: string | null
    notify_method: Json<readonly EnumCode<'NotifyMethod'>[]> | null
    debit_bank_code: string | null
    debit_account: string | null
    debit_id_no: string | null
    debit_user_no: string | null
    debit_auth_status: EnumCode<'DebitAuthStatus'>
    payer_status: EnumCode<'ActiveStatus'>
    remark: string | null
  }
  payer_login_field: Trail & {
    uniform_no: string
    field: string
    label: string | null
    required: boolean
    sort_no: number | null
  }
  payer_unit: Trail & {
    apply_code: string
    payer_unit_id: string
    payer_unit_name: string
    parent_unit_id: string | null
    contact_name: string | null
    contact_phone: string | null
    email: string | null
    unit_status: EnumCode<'ActiveStatus'>
    remark: string | null
  }
  payment: {
    payment_id: GeneratedAlways<number>
    detail_id: string
    bill_serial_id: number
    amount: number
    paid_time: string
    channel_id: string
    receipt_no: string
  }
  portal_user: Trail & {
    serial_id: Generated<number>
    uniform_no: string
    user_id: string
    user_name: string
    role_id: EnumCode<'PortalRole'>
    apply_codes: Json<readonly string[]>
    email: string
    mobile: string
    user_status: EnumCode<'UserStatus'>
    login_error_count: number
    mima_change_time: string | null
    mima_expire_date: string | null
    last_login_time: string | null
    last_login_ip: string | null
    remark: string | null
  }
  portal_user_secret: {
    user_id: number
    password_hash: string
    previous_hashes: Generated<Json<unknown>>
    wrong_count: Generated<number>
    lock_count: Generated<number>
    locked_until: string | null
    issued_at: string | null
  }
  rate_limit: {
    limit_key: string
    window_end: string
    hits: number
  }
  security_log: {
    log_id: GeneratedAlways<number>
    log_time: string
    event: string
    kind: string
    uniform_no: string | null
    subject: string | null
    ip: string
    user_agent: string
  }
  session: {
    session_id: string
    kind: string
    subject: string
    grants: Json<unknown>
    login_time: string
    last_seen: string
    ip: string
    ended_at: string | null
    end_reason: string | null
  }
  staged_row: {
    stage: string
    row_no: number
    staged_at: Generated<string>
    action: Generated<string>
    record: Json<unknown>
    before: Json<unknown> | null
    after: Json<unknown> | null
  }
  transaction_line: Trail & {
    serial_id: Generated<number>
    apply_code: string
    channel_id: EnumCode<'Channel'> | null
    market_item_code: string | null
    store_no: string | null
    trade_date: string | null
    trade_time: string | null
    trans_date: string | null
    account_date: string | null
    expect_remit_date: string | null
    txn_seq: string | null
    vac_account: string | null
    original_vac_account: string | null
    amount_sign: EnumCode<'AmountSign'>
    amount: number | null
    channel_fee: number | null
    fee_bear_type: EnumCode<'FeeBearType'> | null
    net_amount: number | null
    barcode1: string | null
    barcode2: string | null
    barcode3: string | null
    bill_serial_id: number | null
    bill_no: string | null
    payer_name: string | null
    should_pay_amount: number | null
    write_off_status: EnumCode<'WriteOffStatus'> | null
    exception_type: EnumCode<'ExceptionType'> | null
    parent_serial_id: number | null
    write_off_time: string | null
    source_file: string | null
    handle_user: string | null
    handle_time: string | null
    handle_reason: string | null
  }
}
