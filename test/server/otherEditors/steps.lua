-- What a user of Neovim does with a benchmark. What is seen goes to the file SEEN.
local seen = {}

local function finish(problem)
  seen.problem = problem
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
  vim.cmd('qall!')
end

local function eventually(what, look)
  local found
  local function is_there()
    found = look()
    return found ~= nil
  end
  if not vim.wait(tonumber(vim.env.PATIENCE), is_there, 50) then
    local titles = vim.tbl_map(function(lens)
      return lens.command and lens.command.title
    end, vim.lsp.codelens.get(0))
    finish('There was no ' .. what .. '; the lenses: ' .. table.concat(titles, ', '))
    error(what)
  end
  return found
end

local function line_of(text)
  return vim.fn.search(text, 'cw')
end

-- Of the first lens at the benchmark, the one that is chosen below. While a run goes on, that one cancels it.
local function lens_with(text)
  return function()
    local line = line_of('func Benchmark') - 1
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.range.start.line == line and lens.command then
        local title = lens.command.title
        return title:find(text, 1, true) and title or nil
      end
    end
  end
end

-- Texts that are drawn behind lines of the buffer. Newer versions draw them when a window shows them.
local function costs()
  if vim.lsp.inlay_hint then
    return vim.tbl_map(function(each)
      return { each.inlay_hint.position.line, each.inlay_hint.label }
    end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
  end
  local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('pprof-lens'), 0, -1, { details = true })
  return vim.tbl_map(function(mark)
    return { mark[2], mark[4].virt_text[1][1] }
  end, marks)
end

local function floating_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end

vim.ui.select = function(items, _, choose)
  choose(items[1])
end

vim.cmd('edit m_test.go')
seen.lens = eventually('lens', lens_with('profile this benchmark'))
local line = line_of('func Benchmark')
local at = { line = line - 1, character = 8 }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = at, ['end'] = at },
  context = { diagnostics = {} },
}, 60000)
seen.actions = {}
for _, answer in pairs(answers or {}) do
  for _, action in ipairs(answer.result or {}) do
    table.insert(seen.actions, action.title)
  end
end

vim.lsp.codelens.run()
seen.result = eventually('result', lens_with('allocs/op'))

vim.cmd('edit m.go')
seen.costs = eventually('cost', function()
  local all = costs()
  return #all > 0 and all or nil
end)
line_of('new(')
vim.lsp.buf.hover()
seen.hover = eventually('hover', floating_text)

vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'var broken int = ""' })
vim.cmd('write')
local code = vim.api.nvim_get_current_buf()
vim.cmd('buffer m_test.go')
line_of('func Benchmark')
eventually('lens of the changed code', lens_with('op'))
vim.lsp.codelens.run()
seen.diagnostic = eventually('diagnostic', function()
  local first = vim.diagnostic.get(code)[1]
  return first and first.message
end)
finish()
