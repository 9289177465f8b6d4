# From a clone: nix run "path:.?dir=assets/packaging/nix", or nix build with the same argument.
{
  description = "Play board and card games in a terminal, and watch the search think";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "plyscope";
          version = "1.0.0";
          src = ../../..;

          nativeBuildInputs = [ pkgs.pkg-config ];
          buildInputs = with pkgs; [ inih jansson libedit ncurses sqlite zstd ];

          makeFlags = [ "PREFIX=${placeholder "out"}" ];
          enableParallelBuilding = true;

          doInstallCheck = true;
          installCheckPhase = ''
            $out/bin/plyscope --version
            $out/bin/plyscope search gomoku -a maxn:depth=1
          '';

          meta = {
            description = "Play board and card games in a terminal, and watch the search think";
            license = pkgs.lib.licenses.mit;
            mainProgram = "plyscope";
            platforms = systems;
          };
        };
      });
    };
}
