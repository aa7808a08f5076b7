// Compiled rules: named tables of integers, in a text form that is easy to read, compare and hash.
//
//     arbitre-rules 1 sept_solines
//
//     [cards] value dot
//     card_01 1 -1
//
// The text is the canonical form: the digest of a set of rules is the hash of exactly these bytes.
// Labels are not part of it. Untrusted text is judged here (RulesError), never by the games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arbitre {

class Table {
 public:
  struct Row {
    std::string id;
    std::vector<std::int64_t> cells;
  };

  Table(std::string name, std::vector<std::string> columns) : name_{std::move(name)}, columns_{std::move(columns)} {}

  const std::string& name() const { return name_; }
  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<Row>& rows() const { return rows_; }
  void add(Row row) { rows_.push_back(std::move(row)); }

  std::vector<std::string> ids() const;

  // The cell of a row and column; throws RulesError when it is missing or outside lo..hi.
  std::int64_t at(std::size_t row, std::string_view column, std::int64_t lo, std::int64_t hi) const;
  std::int64_t at(std::string_view row_id, std::string_view column, std::int64_t lo, std::int64_t hi) const;

  [[noreturn]] void refuse(std::string_view row_id, std::string_view column, std::string why) const;

 private:
  std::string name_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

class Tables {
 public:
  static Tables parse(std::string_view text);

  const std::string& game() const { return game_; }
  std::uint64_t digest() const { return digest_; }
  // Throws RulesError when there is no such table.
  const Table& table(std::string_view name) const;

 private:
  std::string game_;
  std::uint64_t digest_ = 0;
  std::vector<Table> tables_;
};

}  // namespace arbitre
