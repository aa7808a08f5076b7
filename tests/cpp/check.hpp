// A test program in three words: TEST(name) { CHECK(...); CHECK_THROWS(Type, ...); } and RUN_TESTS().
#pragma once

#include <cstdio>
#include <exception>
#include <vector>

namespace arbitre::test {

struct Case {
  const char* name;
  void (*run)();
};
inline std::vector<Case> cases;
inline int failures = 0;

struct Register {
  Register(const char* name, void (*run)()) { cases.push_back({name, run}); }
};

inline void report(const char* file, int line, const char* text) {
  std::printf("%s:%d: failed: %s\n", file, line, text);
  ++failures;
}

inline int run_all() {
  for (const Case& one : cases) {
    const int before = failures;
    try {
      one.run();
    } catch (const std::exception& error) {
      report(one.name, 0, error.what());
    }
    std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", one.name);
  }
  std::printf("%zu passed, %d failed\n", cases.size(), failures);
  return failures == 0 && !cases.empty() ? 0 : 1;
}

}  // namespace arbitre::test

#define TEST(name)                                                   \
  static void name();                                                \
  static const arbitre::test::Register register_##name{#name, name}; \
  static void name()
#define CHECK(...) ((__VA_ARGS__) ? void() : arbitre::test::report(__FILE__, __LINE__, #__VA_ARGS__))
#define CHECK_THROWS(Type, ...)                                                       \
  do {                                                                                \
    bool thrown_ = false;                                                             \
    try {                                                                             \
      (void)(__VA_ARGS__);                                                            \
    } catch (const Type&) {                                                           \
      thrown_ = true;                                                                 \
    }                                                                                 \
    if (!thrown_) arbitre::test::report(__FILE__, __LINE__, #Type ": " #__VA_ARGS__); \
  } while (false)
#define RUN_TESTS() \
  int main() { return arbitre::test::run_all(); }
