#include "arbitre/core/tables.hpp"

#include <charconv>
#include <optional>
#include <set>
#include <span>

#include "arbitre/core/errors.hpp"
#include "arbitre/core/hash.hpp"

namespace arbitre {
namespace {

constexpr std::size_t kMaxText = 4u << 20;
constexpr std::string_view kHeader = "arbitre-rules 1 ";

bool is_id(std::string_view text) {
  if (text.empty() || text.size() > 64) return false;
  for (const char c : text) {
    const bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!ok) return false;
  }
  return true;
}

// Words are separated by exactly one space: the text is canonical, so nothing else is accepted.
std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> out;
  std::size_t start = 0;
  while (start <= line.size()) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    out.push_back(line.substr(start, end - start));
    start = end + 1;
  }
  return out;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (std::to_string(value) != text) return std::nullopt;  // one spelling for each number
  return value;
}

Table parse_heading(std::string_view line) {
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos || !is_id(line.substr(1, close - 1))) {
    throw RulesError{"", "", "", "bad table heading '" + std::string{line.substr(0, 80)} + "'"};
  }
  const std::string name{line.substr(1, close - 1)};
  std::vector<std::string> columns;
  if (close + 1 < line.size()) {
    if (line[close + 1] != ' ') throw RulesError{name, "", "", "expected a space after the name of the table"};
    for (const std::string_view column : words(line.substr(close + 2))) {
      if (!is_id(column)) throw RulesError{name, "", std::string{column.substr(0, 80)}, "bad name of a column"};
      columns.emplace_back(column);
    }
  }
  return Table{name, std::move(columns)};
}

Table::Row parse_row(const Table& table, std::string_view line) {
  const auto parts = words(line);
  if (!is_id(parts[0])) table.refuse(parts[0].substr(0, 80), "", "bad id of a row");
  if (parts.size() != table.columns().size() + 1) {
    table.refuse(
        parts[0], "",
        "expected " + std::to_string(table.columns().size()) + " numbers, found " + std::to_string(parts.size() - 1));
  }
  Table::Row row{std::string{parts[0]}, {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto cell = number(parts[i]);
    if (!cell)
      table.refuse(parts[0], table.columns()[i - 1],
                   "expected an integer, found '" + std::string{parts[i].substr(0, 80)} + "'");
    row.cells.push_back(*cell);
  }
  return row;
}

}  // namespace

std::vector<std::string> Table::ids() const {
  std::vector<std::string> out;
  for (const Row& row : rows_) out.push_back(row.id);
  return out;
}

std::int64_t Table::at(std::size_t row, std::string_view column, std::int64_t lo, std::int64_t hi) const {
  if (row >= rows_.size()) refuse("", column, "row " + std::to_string(row) + " is missing");
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c] != column) continue;
    const std::int64_t cell = rows_[row].cells[c];
    if (cell < lo || cell > hi) {
      refuse(rows_[row].id, column,
             "expected an integer from " + std::to_string(lo) + " to " + std::to_string(hi) + ", found " +
                 std::to_string(cell));
    }
    return cell;
  }
  refuse(rows_[row].id, column, "the column is missing");
}

std::int64_t Table::at(std::string_view row_id, std::string_view column, std::int64_t lo, std::int64_t hi) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].id == row_id) return at(row, column, lo, hi);
  }
  refuse(row_id, column, "the row is missing");
}

void Table::refuse(std::string_view row_id, std::string_view column, std::string why) const {
  throw RulesError{name_, std::string{row_id}, std::string{column}, std::move(why)};
}

Tables Tables::parse(std::string_view text) {
  if (text.size() > kMaxText) throw RulesError{"", "", "", "compiled rules are limited to 4 MiB"};
  if (text.empty() || text.back() != '\n') throw RulesError{"", "", "", "compiled rules end with a line feed"};

  Tables out;
  out.digest_ = hash_bytes(std::as_bytes(std::span{text}));
  std::set<std::string> names;
  std::set<std::string> row_ids;
  bool first = true;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    if (first) {
      if (!line.starts_with(kHeader) || !is_id(line.substr(kHeader.size()))) {
        throw RulesError{"", "", "",
                         "not compiled rules of this version: the first line must be 'arbitre-rules 1 GAME'"};
      }
      out.game_ = line.substr(kHeader.size());
      first = false;
    } else if (line.empty()) {
      continue;
    } else if (line.front() == '[') {
      out.tables_.push_back(parse_heading(line));
      row_ids.clear();
      if (!names.insert(out.tables_.back().name()).second) {
        throw RulesError{out.tables_.back().name(), "", "", "the table appears twice"};
      }
    } else {
      if (out.tables_.empty()) throw RulesError{"", "", "", "a row stands before the first table"};
      Table& table = out.tables_.back();
      Table::Row row = parse_row(table, line);
      if (!row_ids.insert(row.id).second) table.refuse(row.id, "", "the row appears twice");
      table.add(std::move(row));
    }
  }
  return out;
}

const Table& Tables::table(std::string_view name) const {
  for (const Table& table : tables_) {
    if (table.name() == name) return table;
  }
  throw RulesError{std::string{name}, "", "", "the table is missing"};
}

}  // namespace arbitre
